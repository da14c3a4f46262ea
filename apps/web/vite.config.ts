import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = `http://localhost:${process.env['API_PORT'] ?? '8081'}`

const settings = JSON.stringify({ forceEnglish: false, demo: true, inbox: true })

/** Fills the placeholders of index.html while developing; in production the server does it. */
const fillPlaceholders: Plugin = {
  name: 'slotwise-fill-placeholders',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html
      .replace('__SLOTWISE__', settings.replaceAll('"', '&quot;'))
      .replace('__NONCE__', '')
      .replace('<!--head-->', '<script type="module" src="/src/head.ts"></script>'),
}

/** Serves the service worker under its name while developing; scripts/build.mjs builds it. */
const servePushWorker: Plugin = {
  name: 'slotwise-push-worker',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      if (request.url === '/push-worker.js') request.url = '/src/push-worker.ts'
      next()
    })
  },
}

/** Zod can describe its schemas as JSON schemas, which the console never asks for: a fifth of zod's size. */
const leaveOutJsonSchemas: Plugin = {
  name: 'slotwise-leave-out-json-schemas',
  apply: 'build',
  transform: {
    filter: { id: /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
    handler: (code) => {
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(
        ([, name]) => `none as ${name}`,
      )
      return `const none = () => () => undefined\nexport { ${names.join(', ')} }`
    },
  },
}

/**
 * What ECharts brings for every chart, and ours do not use: the words of its tools and time axes, its dark theme (ours are
 * coloured by our tokens), and the translation of options as they were called in earlier versions.
 */
const leaveOutUnusedOfCharts: Plugin = {
  name: 'slotwise-leave-out-unused-of-charts',
  apply: 'build',
  transform: {
    filter: { id: /\/echarts\/lib\/(i18n\/lang(EN|ZH)|theme\/dark|preprocessor\/backwardCompat)\.js$/ },
    handler: (_code, id) =>
      id.endsWith('backwardCompat.js')
        ? 'export default (option) => { option.series = [option.series ?? []].flat() }'
        : 'export default {}',
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), fillPlaceholders, servePushWorker, leaveOutJsonSchemas, leaveOutUnusedOfCharts],
  server: {
    proxy: {
      ...Object.fromEntries(['/p', '/api', '/files', '/img', '/dev'].map((path) => [`^${path}/`, server])),
      '^/openapi.json$': server,
    },
  },
  build: {
    // Chrome 111, Firefox 119, Safari 16.4: what the contract's own code needs, and what 360 and WeChat ship.
    target: ['chrome111', 'edge111', 'firefox119', 'safari16.4'],
    // Sizes are judged by scripts/build.mjs, against a budget.
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: {
        // antd's own packages do nothing when they are imported, but do not declare it. Without this, each page that
        // uses one export of them loads the whole package, such as all forms for the context of a form.
        moduleSideEffects: [{ test: /\/node_modules\/@(rc-component|ant-design)\//, sideEffects: false }],
      },
      output: {
        // In one chunk, so that the setting is made before any other chunk makes its schemas.
        codeSplitting: {
          groups: [
            { name: 'zod', test: /\/zod\/|zod-without-eval/ },
            // Pages before and after the login share them; as a dozen small chunks they compress worse.
            { name: 'plain', test: /src\/ui\/plain\// },
          ],
        },
      },
    },
  },
})
