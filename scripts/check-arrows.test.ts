import { describe, expect, it } from 'vitest'
import { checkArrows } from './check-arrows.ts'

const SERVER = 'apps/server/src'
const WEB = 'apps/web/src'

/** A small project: each file with the specifiers it imports. */
function project(files: Record<string, string[]>): string[] {
  const sources = Object.entries(files).map(([path, specifiers]): [string, string] => [
    path,
    specifiers.map((specifier, i) => `import { a${i} } from '${specifier}'`).join('\n'),
  ])
  return checkArrows(new Map(sources))
}

describe('what the architecture allows', () => {
  it('passes a project whose arrows all point down', () => {
    expect(
      project({
        'packages/contract/src/index.ts': ['zod', './regions/calls.ts'],
        'packages/contract/src/regions/calls.ts': ['../kernel/call.ts'],
        'packages/contract/src/kernel/call.ts': [],
        'packages/contract/src/kernel/call.test.ts': ['vitest', './call.ts'],
        'packages/sheets/src/index.ts': ['node:zlib'],
        'packages/sheets/src/testing/index.ts': [],
        'apps/server/bin/serve.ts': [
          '../src/http/app.ts',
          '../src/modules/regions/handlers.ts',
          '../seeds/demo.ts',
        ],
        'apps/server/seeds/demo.ts': ['../test/factories.ts', '../src/modules/regions/area-queries.ts'],
        'apps/server/test/factories.ts': ['../src/modules/regions/service.ts', '@slotwise/sheets/testing'],
        [`${SERVER}/http/app.ts`]: [
          'fastify',
          '../modules/regions/handlers.ts',
          '../kernel/ctx.ts',
          '../ports/sms/port.ts',
        ],
        [`${SERVER}/modules/regions/handlers.ts`]: [
          '@slotwise/contract',
          '@slotwise/sheets',
          './service.ts',
          '../account/index.ts',
        ],
        [`${SERVER}/modules/regions/index.ts`]: ['./service.ts'],
        [`${SERVER}/modules/regions/service.ts`]: [
          './area-queries.ts',
          './phones.ts',
          '../account/index.ts',
          '../../kernel/ctx.ts',
        ],
        [`${SERVER}/modules/regions/phones.ts`]: ['../../ports/sms/port.ts'],
        [`${SERVER}/modules/regions/area-queries.ts`]: [
          '@slotwise/contract',
          'kysely',
          '../../kernel/ctx.ts',
        ],
        [`${SERVER}/modules/regions/regions.test.ts`]: ['../account/account-queries.ts', '../../http/app.ts'],
        [`${SERVER}/modules/account/index.ts`]: [],
        [`${SERVER}/ports/sms/port.ts`]: ['../../kernel/ctx.ts'],
        [`${SERVER}/kernel/ctx.ts`]: ['@slotwise/contract', './clock.ts'],
        [`${SERVER}/kernel/clock.ts`]: [],
        [`${WEB}/main.tsx`]: ['./app/routes.tsx'],
        [`${WEB}/app/routes.tsx`]: [
          '../features/regions/list-page.tsx',
          '../ui/money.tsx',
          '../lib/client.ts',
        ],
        [`${WEB}/features/regions/list-page.tsx`]: [
          './columns.tsx',
          '../../ui/money.tsx',
          '../../lib/client.ts',
        ],
        [`${WEB}/features/regions/columns.tsx`]: ['antd', '@slotwise/contract'],
        [`${WEB}/ui/money.tsx`]: ['react', '../lib/client.ts'],
        [`${WEB}/lib/client.ts`]: ['@slotwise/contract'],
      }),
    ).toEqual([])
  })
})

describe('each wrong arrow is named', () => {
  const wrong: [sentence: string, from: string, specifier: string, message: RegExp][] = [
    [
      'a package imports another',
      'packages/machine-protocol/src/a.ts',
      '@slotwise/contract',
      /may import nothing of ours/,
    ],
    ['a package imports more of npm than zod', 'packages/contract/src/a.ts', 'node:fs', /only zod of npm/],
    [
      'a package for Node imports another',
      'packages/sheets/src/a.ts',
      '@slotwise/contract',
      /nothing of ours/,
    ],
    ['the console imports a package for Node', `${WEB}/lib/a.ts`, '@slotwise/sheets', /@slotwise\/contract$/],
    [
      'the server uses what a package has for tests',
      `${SERVER}/kernel/a.ts`,
      '@slotwise/sheets/testing',
      /only tests may import/,
    ],
    [
      'a package is reached by a relative path',
      `${WEB}/lib/a.ts`,
      '../../../../packages/contract/src/b.ts',
      /leave its workspace/,
    ],
    [
      'the console imports the machines',
      `${WEB}/lib/a.ts`,
      '@slotwise/machine-protocol',
      /apps\/web may import @slotwise\/contract$/,
    ],
    [
      'the simulator imports the contract',
      'apps/simulator/src/a.ts',
      '@slotwise/contract',
      /may import @slotwise\/machine-protocol/,
    ],
    [
      'a module of the server plays machines',
      'apps/server/src/modules/x/a.ts',
      '@slotwise/simulator',
      /apps\/server may import/,
    ],
    ['an app imports another', `${WEB}/lib/a.ts`, '@slotwise/server', /may import @slotwise\/contract/],
    [
      'bin reaches into queries',
      'apps/server/bin/a.ts',
      '../src/modules/x/x-queries.ts',
      /bin must not import other:queries/,
    ],
    [
      'http reaches past the handlers',
      `${SERVER}/http/a.ts`,
      '../modules/x/service.ts',
      /http must not import other:service/,
    ],
    ['http imports the gateway', `${SERVER}/http/a.ts`, '../gateway/b.ts', /http must not import gateway/],
    [
      'the gateway reaches into queries',
      `${SERVER}/gateway/a.ts`,
      '../modules/x/x-queries.ts',
      /gateway must not import other:queries/,
    ],
    [
      'the worker reaches into queries',
      `${SERVER}/worker/a.ts`,
      '../modules/x/x-queries.ts',
      /worker must not import other:queries/,
    ],
    [
      'handlers skip the service',
      `${SERVER}/modules/x/handlers.ts`,
      './x-queries.ts',
      /handlers must not import queries/,
    ],
    [
      'handlers import http',
      `${SERVER}/modules/x/handlers.ts`,
      '../../http/a.ts',
      /handlers must not import http/,
    ],
    [
      'a service imports its handlers',
      `${SERVER}/modules/x/service.ts`,
      './handlers.ts',
      /service must not import handlers/,
    ],
    [
      'a service imports http',
      `${SERVER}/modules/x/service.ts`,
      '../../http/a.ts',
      /service must not import http/,
    ],
    [
      'a service imports another service',
      `${SERVER}/modules/x/service.ts`,
      '../y/service.ts',
      /service must not import other:service/,
    ],
    [
      "a service imports another module's queries",
      `${SERVER}/modules/x/service.ts`,
      '../y/y-queries.ts',
      /service must not import other:queries/,
    ],
    [
      'queries import their service',
      `${SERVER}/modules/x/x-queries.ts`,
      './service.ts',
      /queries must not import service/,
    ],
    [
      'queries import another module',
      `${SERVER}/modules/x/x-queries.ts`,
      '../y/index.ts',
      /queries must not import other:index/,
    ],
    [
      'queries call a port',
      `${SERVER}/modules/x/area-queries.ts`,
      '../../ports/sms.ts',
      /queries must not import ports/,
    ],
    [
      'a port knows a module',
      `${SERVER}/ports/sms.ts`,
      '../modules/x/index.ts',
      /ports must not import other:index/,
    ],
    ['the kernel knows a port', `${SERVER}/kernel/a.ts`, '../ports/sms.ts', /kernel must not import ports/],
    [
      'the server uses a test folder',
      `${SERVER}/kernel/a.ts`,
      '../../test/factories.ts',
      /kernel must not import tests/,
    ],
    [
      'a feature imports a feature',
      `${WEB}/features/x/a.ts`,
      '../y/b.ts',
      /feature must not import other:feature/,
    ],
    ['a feature imports the app', `${WEB}/features/x/a.ts`, '../../app/b.ts', /feature must not import app/],
    ['ui imports a feature', `${WEB}/ui/a.ts`, '../features/x/b.ts', /ui must not import other:feature/],
    ['lib imports ui', `${WEB}/lib/a.ts`, '../ui/b.ts', /lib must not import ui/],
  ]

  it.each(wrong)('when %s', (_sentence, from, specifier, message) => {
    const breaches = project({ [from]: [specifier], 'apps/server/bin/serve.ts': [] })
    expect(breaches).toHaveLength(1)
    expect(breaches[0]).toMatch(message)
    expect(breaches[0]).toMatch(new RegExp(`^${from} -> `))
  })

  it('when a file lies outside of every layer', () => {
    expect(project({ [`${SERVER}/misc/a.ts`]: [] })).toEqual([`${SERVER}/misc/a.ts: belongs to no layer`])
  })
})

describe('imports are found', () => {
  const forms: [form: string, text: string][] = [
    ['over several lines', "import {\n  a,\n  type B,\n} from '../app/x.ts'"],
    ['of types', "import type { A } from '../app/x.ts'"],
    ['of everything', "import * as x from '../app/x.ts'"],
    ['for their effect', "import '../app/x.ts'"],
    ['as re-exports', "export * from '../app/x.ts'"],
    ['as named re-exports', "export { a as b } from '../app/x.ts'"],
    ['when lazy', "const page = () => import('../app/x.ts')"],
  ]
  it.each(forms)('%s', (_form, text) => {
    expect(checkArrows(new Map([[`${WEB}/lib/a.ts`, text]]))).toHaveLength(1)
  })

  it('but not in comments and texts', () => {
    const text =
      "// import('../app/x.ts')\n/**\n * import { a } from '../app/x.ts'\n */\nconst s = \"import 'y' from '../app/x.ts'\""
    expect(checkArrows(new Map([[`${WEB}/lib/a.ts`, text]]))).toEqual([])
  })
})

describe('circles of folders', () => {
  const [service, index] = [`${SERVER}/modules/goods/goods-service.ts`, `${SERVER}/modules/goods/index.ts`]
  const [slots, other] = [`${SERVER}/modules/slots/slot-service.ts`, `${SERVER}/modules/slots/index.ts`]

  it('are named with the imports that make them, although no file imports itself', () => {
    const files = {
      [service]: ['../slots/index.ts'],
      [index]: [],
      [slots]: ['../goods/index.ts'],
      [other]: [],
    }
    expect(project(files)).toEqual([
      `${SERVER}/modules/goods -> ${SERVER}/modules/slots -> ${SERVER}/modules/goods: circle of folders (${service} -> ${other}; ${slots} -> ${index})`,
    ])
  })

  it('are not excused by types', () => {
    const sources = new Map([
      ['packages/contract/src/goods/a.ts', "import { b } from '../slots/b.ts'"],
      ['packages/contract/src/slots/b.ts', ''],
      ['packages/contract/src/slots/c.ts', "import type { D } from '../goods/d.ts'"],
      ['packages/contract/src/goods/d.ts', ''],
    ])
    expect(checkArrows(sources)).toEqual([expect.stringContaining('circle of folders')])
  })

  it('are not made by tests', () => {
    const test = `${SERVER}/modules/goods/goods.test.ts`
    expect(
      project({ [test]: ['../slots/index.ts'], [slots]: ['../goods/index.ts'], [other]: [], [index]: [] }),
    ).toEqual([])
  })
})

describe('cycles', () => {
  const [a, b, c] = [`${WEB}/lib/a.ts`, `${WEB}/lib/b.ts`, `${WEB}/lib/c.ts`]

  it('are shown all the way round', () => {
    expect(project({ [a]: ['./b.ts'], [b]: ['./c.ts'], [c]: ['./a.ts'] })).toEqual([
      `${a} -> ${b} -> ${c} -> ${a}: import cycle`,
    ])
  })

  it('may be closed by types and by lazy imports', () => {
    const sources = new Map([
      [a, "import { b } from './b.ts'"],
      [b, "import type { A } from './a.ts'\nconst a = () => import('./a.ts')"],
    ])
    expect(checkArrows(sources)).toEqual([])
  })
})
