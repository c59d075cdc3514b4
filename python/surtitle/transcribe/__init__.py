"""A file's captions: the stages of the page, run one after another as fast as the machine can."""
