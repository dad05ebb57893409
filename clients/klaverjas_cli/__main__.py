"""`python -m klaverjas_cli`, where the console script is not on the path."""

from klaverjas_cli.main import main

if __name__ == "__main__":
    main(prog_name="klaverjas")
