"""The console script `klaverjas`: everything here that can be started."""
