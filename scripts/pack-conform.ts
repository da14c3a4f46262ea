/**
 * `npm run pack:conform`: the conformance run as one file, dist/slotwise-conform.mjs, for makers of machines. It needs
 * Node 20 or newer, and nothing of this repository. The licences of the libraries in it stand at its end.
 */
import { appendFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { build } from 'vite'

const root = join(import.meta.dirname, '..')
const name = 'slotwise-conform.mjs'

/** Returns the path of the file. */
export async function packConform(folder: string): Promise<string> {
  const libraries = new Set<string>()
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    plugins: [
      {
        name: 'slotwise-note-libraries',
        generateBundle(_options, bundle) {
          for (const file of Object.values(bundle))
            for (const id of file.type === 'chunk' ? file.moduleIds : []) {
              const library = /.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0]
              if (library !== undefined) libraries.add(library)
            }
        },
      },
    ],
    build: {
      ssr: 'apps/simulator/bin/conform.ts',
      target: 'node20',
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: name, codeSplitting: false } },
    },
  })
  const path = join(folder, name)
  await appendFile(path, await licencesOf([...libraries].toSorted()))
  return path
}

async function licencesOf(libraries: readonly string[]): Promise<string> {
  const texts = await Promise.all(
    libraries.map(async (folder) => {
      const file = (await readdir(folder)).find((one) => /^licen[cs]e/i.test(one))
      const about = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<
        'name' | 'version' | 'license',
        string
      >
      const text = file === undefined ? about.license : await readFile(join(folder, file), 'utf8')
      return `${about.name} ${about.version}\n\n${text.trim()}`
    }),
  )
  return `\n/*!\n${texts.join('\n\n---\n\n').replaceAll('*/', '* /')}\n*/\n`
}

if (import.meta.main) console.log(`packed ${await packConform(join(root, 'dist'))}`)
