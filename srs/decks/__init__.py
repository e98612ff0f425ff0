"""The deck format: YAML files that the learner owns."""
