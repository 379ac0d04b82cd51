"""The maps of the atlas: made again they are the same, and they say what the earth and the booklets say."""
