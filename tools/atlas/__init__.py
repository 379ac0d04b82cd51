"""The map-maker: from public geography and one YAML a sheet to a map of the library. Needed by authors alone."""
