import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = `http://localhost:${process.env['API_PORT'] ?? '8081'}`

const settings = JSON.stringify({ forceEnglish: false, demo: true, inbox: true })

/** In production the server fills these places of index.html; while developing nobody else does. */
const fillPlaceholders: Plugin = {
  name: 'slotwise-fill-placeholders',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html
      .replace('__SLOTWISE__', settings.replaceAll('"', '&quot;'))
      .replace('__NONCE__', ''),
}

/**
 * Every schema of zod can describe itself as JSON Schema. The server uses that for its documentation, the console
 * never does, and without the references the bundler drops that code: about 7 kB of the first download. Should zod
 * change its wording, nothing breaks and scripts/build.mjs notices the size.
 */
const leaveOutJsonSchema: Plugin = {
  name: 'slotwise-leave-out-json-schema',
  apply: 'build',
  transform: {
    filter: { id: /zod\/v4\/classic\/schemas\.js$/ },
    handler: (code) => ({
      code: code
        .replaceAll(/^ *inst\._zod\.processJSONSchema = .*Processor\(.*\);$/gm, '')
        .replaceAll(/\bcreate(Standard|To)JSONSchemaMethod\(this, [^)]*\)/g, '(() => ({}))'),
      map: null,
    }),
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), fillPlaceholders, leaveOutJsonSchema],
  server: {
    proxy: Object.fromEntries(['/p', '/api', '/files', '/img', '/dev'].map((path) => [`^${path}/`, server])),
  },
  build: {
    // Chrome 111, Firefox 114, Safari 16.4: what the contract's own code needs, and what 360 and WeChat ship.
    target: ['chrome111', 'edge111', 'firefox119', 'safari16.4'],
    // Sizes are judged by scripts/build.mjs, against a budget.
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    modulePreload: { polyfill: false },
  },
})
