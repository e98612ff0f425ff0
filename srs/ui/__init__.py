"""What a terminal shows and which keys it takes; it decides nothing."""
