// Builds the console into dist/, puts a .br and a .gz beside every text file, and fails when the login page needs
// more JavaScript than the budget allows.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')

/** Brotli bytes of all JavaScript that is loaded before the login page can be used, every language included. */
const loginBudget = 125_000

const textFiles = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest'])
const worthCompressing = 1000

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** @param {Buffer} bytes */
const brotli = (bytes) =>
  toBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })

/**
 * The server fills index.html for each request, so a compressed copy of it would be wrong.
 * @returns {Promise<Map<string, number>>} brotli sizes by file name
 */
async function compressAll() {
  const sizes = new Map()
  const entries = await readdir(dist, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile() || !textFiles.has(extname(entry.name)) || entry.name === 'index.html') continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    if (bytes.length < worthCompressing) {
      sizes.set(path, bytes.length)
      continue
    }
    const [small, compatible] = await Promise.all([brotli(bytes), toGzip(bytes, { level: 9 })])
    await Promise.all([writeFile(`${path}.br`, small), writeFile(`${path}.gz`, compatible)])
    sizes.set(path, small.length)
  }
  return sizes
}

/**
 * The entry and everything it imports at once: the login page is part of it.
 * @param {import('vite').Rolldown.RolldownOutput['output']} output
 */
function loadedForLogin(output) {
  const chunks = new Map(
    output.flatMap((file) => (file.type === 'chunk' ? [/** @type {const} */ ([file.fileName, file])] : [])),
  )
  const needed = new Set([...chunks.values()].filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName))
  for (const name of needed) for (const imported of chunks.get(name)?.imports ?? []) needed.add(imported)
  return [...needed]
}

const kB = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} kB`

const result = await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
if (Array.isArray(result) || !('output' in result)) throw new Error('expected one build')
const sizes = await compressAll()
const sizeOf = (/** @type {string} */ file) => sizes.get(join(dist, file)) ?? 0

const forLogin = loadedForLogin(result.output)
const total = forLogin.reduce((sum, file) => sum + sizeOf(file), 0)
for (const file of forLogin) console.log(`  ${file}  ${kB(sizeOf(file))}`)
console.log(`login page: ${kB(total)} of JavaScript (brotli), budget ${kB(loginBudget)}`)
if (total > loginBudget) {
  console.error('The login page is over its budget: something heavy is imported by the entry.')
  process.exitCode = 1
}
