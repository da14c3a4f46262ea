/** A PostgreSQL that comes with an application and runs as its child. */
export { prepareBinaries } from './binaries.ts'
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres.ts'
export { type User, unprivilegedUser } from './host.ts'
