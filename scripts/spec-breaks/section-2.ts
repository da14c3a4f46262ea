import type { Break } from './break.ts'

const routes = 'apps/web/src/app/routes.tsx'

export const section2: readonly Break[] = [
  [
    'S2-N16',
    routes,
    `    access: 'user.role',\n    group: 'account',`,
    `    access: 'user.role',\n    group: 'finance',`,
  ],
  ['S2-N06', 'apps/web/src/app/routes.tsx', `    path: '/dashboard',`, `    path: '/overview',`],
  ['S2-N08', 'apps/web/src/app/routes.tsx', `    path: '/device',`, `    path: '/devices',`],
  [
    'S2-S16',
    'apps/web/src/features/overview/day-figures.tsx',
    `<Figures of={overview} />\n      <Outcomes of={overview} day={day} />`,
    '<Figures of={overview} />',
  ],
  [
    'S2-R01',
    'apps/web/src/features/account/login-page.tsx',
    `        <PlainLink to={withBrand('/forget')}>{t('forgotPassword')}</PlainLink>\n`,
    '',
  ],
  ['S2-R11', 'apps/web/src/app/routes.tsx', `path: '/sicStore',`, `path: '/sicStores',`],
  ['S2-R21', 'apps/web/src/app/routes.tsx', `path: '/subUser',`, `path: '/subUsers',`],
  ['S2-R25', 'apps/web/src/app/routes.tsx', `path: '/gift',`, `path: '/gifts',`],
  [
    'S2-S05',
    'apps/web/src/features/home/not-found-page.tsx',
    `['deviceMissing', 'deviceMissingText']`,
    `['pageMissing', 'pageMissingText']`,
  ],
  [
    'S2-S09',
    'apps/web/src/features/home/chat-browser-notice-page.tsx',
    'await copyText(link)',
    `await copyText('')`,
  ],
  ['S2-N01', 'apps/web/src/app/shell/shell.tsx', `      <Header menu={menu} />\n`, ''],
  ['S2-N04', 'apps/web/src/app/shell/use-side-menu.ts', `      setCollapsed(!collapsed)\n`, ''],
  ['S2-N13', 'apps/web/src/app/routes.tsx', `path: '/refundBill',`, `path: '/refunds',`],
  ['S2-N22', 'apps/web/src/app/shell/header.tsx', `        <LanguageMenu />\n`, ''],
  ['S2-S25', 'apps/web/src/features/overview/overview-page.tsx', `              <GoodsCard />\n`, ''],
  ['S2-S44', 'apps/web/src/app/routes.tsx', `path: '/role',`, `path: '/roles',`],
  ['S2-S48', 'apps/web/src/app/routes.tsx', `path: '/gift/print',`, `path: '/print',`],
  ['S2-S49', 'apps/web/src/app/routes.tsx', `path: '/referrer',`, `path: '/referrers',`],
]
