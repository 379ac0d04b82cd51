"""A trial on one machine without accounts or containers: any name, one password, a process and a folder each.

Never for a class on a network: all servers run as the one who starts the hub.
"""

import os

load_subconfig("jupyterhub_config.py")  # noqa: F821  the loader gives it

c = get_config()  # noqa: F821  the loader gives it
c.JupyterHub.hub_ip = "127.0.0.1"
c.JupyterHub.authenticator_class = "shared-password"
c.Authenticator.allow_existing_users = False
c.Authenticator.allow_all = True
c.SharedPasswordAuthenticator.user_password = "asiago-1916"
c.JupyterHub.spawner_class = "simple"
if os.geteuid() == 0:
    c.Spawner.args = [*c.Spawner.args, "--allow-root"]  # in containers there is nobody else
