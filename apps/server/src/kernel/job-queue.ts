/**
 * The library of the job queue. When it is loaded, it searches the working directory and every folder above it for
 * settings of its own, executes those that are programs, and ends the process when it finds some. A folder that other
 * users can write to may be among them, so the search is replaced by one that finds nothing.
 */
import { registerHooks } from 'node:module'

const findsNothing =
  'data:text/javascript,export const cosmiconfigSync = () => ({ search: () => null })' as const

const hooks = registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'cosmiconfig'
      ? { url: findsNothing, format: 'module', shortCircuit: true }
      : next(specifier, context),
})
const library = await import('graphile-worker')
hooks.deregister()

export const { Logger, run, runMigrations } = library
export type Logger = InstanceType<typeof library.Logger>
export type { Job, Runner, TaskList, WorkerEvents } from 'graphile-worker'
