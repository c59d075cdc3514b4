"""How long a word takes from the loudspeaker to the screen, stage by stage."""
