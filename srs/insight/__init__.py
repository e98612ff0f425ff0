"""What a log says: statistics, forecast, simulation, evaluation of schedulers."""
