"""JupyterHub with the tutor: every user lands on Home, with a server, a folder and a progress of his own.

`docs/service.md` says how. What differs from school to school stands first; `trial_config.py` replaces it for a trial.
"""

c = get_config()  # noqa: F821  the loader gives it

# Who may come in, and where his server runs: here an account of the machine, and a container of the image `tutor`.
c.JupyterHub.bind_url = "http://127.0.0.1:8000"  # before it a web server that speaks HTTPS
c.JupyterHub.hub_ip = "0.0.0.0"  # containers call the hub back
c.JupyterHub.authenticator_class = "pam"
c.Authenticator.allow_existing_users = True
c.JupyterHub.spawner_class = "docker"
c.DockerSpawner.image = "tutor"
c.DockerSpawner.remove = True
c.DockerSpawner.volumes = {"tutor-{username}": "/home/pupil"}  # progress and files outlast the container
c.Spawner.environment = {"TUTOR_LANG": "fr"}

# What every user gets: Home and Voilà on his own server, and Home as the first page.
c.Spawner.default_url = "/tutor/"
c.Spawner.args = [
    "--ServerApp.jpserver_extensions={'tutor.home.server': True, 'voila.server_extension': True}",
    "--MappingKernelManager.cull_idle_timeout=1800",  # a table that nobody has touched for half an hour
    "--ServerApp.shutdown_no_activity_timeout=3600",  # a server without tables, an hour later
]

# What one user may take (docs/service.md has what was measured); not every kind of server enforces it.
c.Spawner.mem_limit = "1G"
c.JupyterHub.concurrent_spawn_limit = 40  # a class comes all at once: whoever is beyond it is sent away with an error
c.Spawner.start_timeout = 300  # and all wait for each other
c.Spawner.http_timeout = 300
