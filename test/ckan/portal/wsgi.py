"""What gunicorn serves: CKAN with the configuration that the environment names."""
import os

from ckan.cli import CKANConfigLoader
from ckan.config.middleware import make_app

application = make_app(CKANConfigLoader(os.environ["CKAN_INI"]).get_config())
