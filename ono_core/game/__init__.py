"""The rules of play: pure values and functions, from a ruleset to what a seat may do now."""
