import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from './project.mjs'

/**
 * One hash over the names and contents of files and folders.
 * @param {string[]} paths absolute
 * @param {(path: string) => boolean} [wanted] on the path relative to the project
 */
export function hashOf(paths, wanted = () => true) {
  const hash = createHash('sha256')
  for (const path of paths) {
    for (const file of filesIn(path, wanted)) {
      hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex')
}

/**
 * @param {string} path
 * @param {(path: string) => boolean} wanted
 * @returns {string[]}
 */
function filesIn(path, wanted) {
  if (!existsSync(path) || !wanted(relative(ROOT, path))) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => filesIn(join(path, name), wanted))
}

/**
 * @param {string} stamp the file that remembers what a result was made from
 * @param {string} hash
 */
export function isFresh(stamp, hash) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
}

/**
 * @param {string} stamp
 * @param {string} hash
 */
export function markFresh(stamp, hash) {
  writeFileSync(stamp, hash)
}
