import type { Break } from './break.ts'

export const section5: readonly Break[] = [
  [
    'S5-V03',
    'packages/contract/src/account/forms.ts',
    `  username: text(64).min(1, { error: 'v:usernameRequired' }),\n  password: Password,`,
    `  username: text(64).min(1, { error: 'v:usernameRequired' }),\n  password: z.string().min(1, { error: 'v:passwordRequired' }),`,
  ],
  [
    'S5-V09',
    'packages/contract/src/account/schemas.ts',
    `    code: SignUpCode,\n    agent`,
    `    code: SignUpCode.optional(),\n    agent`,
  ],
  [
    'S5-V11',
    'packages/contract/src/kernel/countries.ts',
    '/^\\d{6,15}$/.test(compact)',
    'isMainlandMobile(compact)',
  ],
  [
    'S5-V23',
    'packages/contract/src/account/schemas.ts',
    `digits(codeLengths.header, codeLengths.header, 'v:headerCode')`,
    `digits(codeLengths.header, 6, 'v:headerCode')`,
  ],
  [
    'S5-V27',
    'packages/contract/src/account/schemas.ts',
    `.regex(/^\\d{6}$/, { error: 'v:sixDigits', abort: true })`,
    `.regex(/^\\d{6,8}$/, { error: 'v:sixDigits', abort: true })`,
  ],
  [
    'S5-V53',
    'packages/contract/src/goods/schemas.ts',
    'export const minPrice = 2',
    'export const minPrice = 1',
  ],
  [
    'S5-V57',
    'apps/server/src/modules/slots/slot-service.ts',
    '    if (pieces > most)\n',
    '    if (quantity !== undefined && pieces > most)\n',
  ],
  ['S5-V62', 'packages/contract/src/commands/schemas.ts', 'isOnce(channel.map(({ to }) => to)) && ', ''],
  ['S5-V12', 'apps/web/src/features/account/sign-up-page.tsx', `  country: 'MY',`, `  country: 'CN',`],
  [
    'S5-V24',
    'packages/contract/src/account/forms.ts',
    '  .object({ ...ChangePwd.shape, password: Password, confirm: Confirm })',
    '  .object({ ...ChangePwd.shape, password: z.string().min(1), confirm: Confirm })',
  ],
  ['S5-V37', 'packages/contract/src/staff/schemas.ts', '  name: requiredText(40),', '  name: text(40),'],
]
