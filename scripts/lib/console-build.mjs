import { run } from './child.mjs'
import { inProject, say, Trouble } from './project.mjs'
import { toolPath } from './runtime.mjs'
import { hashOf, isFresh, markFresh } from './stale.mjs'

const STAMP = inProject('apps/web/dist/.built-from')

/**
 * Builds the console unless the present build was made from the same sources.
 * @param {string} runtime
 */
export async function ensureConsoleBuilt(runtime) {
  const sources = [inProject('apps/web'), inProject('packages/contract/src'), inProject('package-lock.json')]
  const wanted = hashOf(sources, (path) => !/(^|\/)(node_modules|dist)(\/|$)|\.test\.tsx?$/.test(path))
  if (isFresh(STAMP, wanted)) return
  say('Building the console …')
  const { code, output } = await run(runtime, ['scripts/build.mjs'], {
    cwd: inProject('apps/web'),
    env: { ...toolPath(runtime), NODE_ENV: 'production' },
    capture: true,
    group: true,
  })
  if (code !== 0) throw new Trouble(`${output}\nThe console could not be built.`)
  markFresh(STAMP, wanted)
}
