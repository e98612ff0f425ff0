"""Run the migrations on the connection that srs hands over, else on that of SRS_DATABASE_URL."""

from __future__ import annotations

from alembic import context

from srs.storage.database import connect_for_migration
from srs.storage.tables import metadata


def run(connection):
    """Run them in one transaction on an open connection."""
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


connection = context.config.attributes.get("connection")
if connection is not None:
    run(connection)
else:
    with connect_for_migration() as own_connection:
        run(own_connection)
