// Writes the pages that the server answers: one a language, with and without the note of the demo. Each has the login page
// in it as HTML, its styles and the script of the head, so that it is painted before any other file has come. The server
// fills in the nonce, the settings and the year.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { locales } from '@slotwise/contract'
import { build, runnerImport } from 'vite'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')

/** @param {string} locale @param {boolean} demo */
export const pageName = (locale, demo) => `index.${locale}${demo ? '.demo' : ''}.html`

/** @returns {Promise<string>} the script of the head as plain text */
async function buildHead() {
  const result = await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      rolldownOptions: {
        input: join(root, 'src/head.ts'),
        output: { format: 'iife', codeSplitting: false },
      },
    },
  })
  const [script, ...others] = 'output' in result ? result.output : []
  if (script?.type !== 'chunk' || others.length > 0) throw new Error('the head is not one script')
  if (script.code.includes('</')) throw new Error('the script of the head would end its element')
  return script.code.trim()
}

/**
 * Puts the styles into the page. The links stay, disabled: the console would otherwise load the same styles again, because
 * it looks for the links of what it needs.
 * @param {string} page
 */
async function withStyles(page) {
  const links = [...page.matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)">/g)]
  if (links.length === 0) throw new Error('index.html has no styles')
  const styles = await Promise.all(links.map(([, href = '']) => readFile(join(dist, href), 'utf8')))
  if (styles.some((css) => /url\(|@import/.test(css)))
    throw new Error('the styles of the page load other files')
  return links.reduce(
    (text, [link, href], i) =>
      text.replace(
        link,
        () =>
          `<style nonce="__NONCE__">${styles[i]?.trim()}</style>\n    <link rel="stylesheet" href="${href}" disabled>`,
      ),
    page,
  )
}

/** @type {import('vite').Plugin} */
const withoutStyles = {
  name: 'slotwise-without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0styles' : undefined),
  load: (id) => (id === '\0styles' ? '' : undefined),
}

export async function writePages() {
  const file = join(dist, 'index.html')
  const head = await buildHead()
  const template = (await withStyles(await readFile(file, 'utf8'))).replace(
    '<!--head-->',
    () => `<script>${head}</script>`,
  )
  /** @type {{ module: { renderLogin: (locale: string, demo: boolean) => { title: string; html: string } } }} */
  const { module } = await runnerImport(join(root, 'src/prerender.tsx'), {
    root,
    logLevel: 'warn',
    plugins: [withoutStyles],
  })
  for (const locale of locales)
    for (const demo of [false, true]) {
      const { title, html } = module.renderLogin(locale, demo)
      const page = template
        .replace('lang="zh-CN"', `lang="${locale}"`)
        .replace('<title>Slotwise</title>', () => `<title>${title}</title>`)
        .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`)
      await writeFile(join(dist, pageName(locale, demo)), page)
    }
  await rm(file)
}
