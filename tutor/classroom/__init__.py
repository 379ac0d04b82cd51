"""A classroom without internet: one folder with the engine and Home in it, which any browser opens."""
