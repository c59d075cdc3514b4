"""What Surtitle needs on this machine: what is there, what is missing and what mends it."""
