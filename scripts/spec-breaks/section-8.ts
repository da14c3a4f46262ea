import type { Break } from './break.ts'

const words = 'packages/contract/src/presence/words.ts'

export const section8: readonly Break[] = [
  ['S8-X32', words, `'Motor fault'`, `'Elephant'`],
  ['S8-X33', words, `'红外传感器故障'`, `'大象'`],
  ['S8-X34', words, `'Controller did not reply in time'`, `'Elephant'`],
  ['S8-X35', words, `'出貨確認逾時'`, `'大象'`],
  ['S8-X36', words, `'Network abnormal'`, `'Elephant'`],
  ['S8-X37', words, `'Over-current'`, `'Elephant'`],
  ['S8-X38', words, `'电机欠流'`, `'大象'`],
  ['S8-X39', words, `'Door did not open'`, `'Elephant'`],
  ['S8-X40', words, `'Light curtain self-check failed'`, `'Elephant'`],
  ['S8-X41', words, `'Slot occupied'`, `'Elephant'`],
  ['S8-X42', words, `'门锁故障'`, `'大象'`],
  ['S8-X43', words, `'Light eye blocked'`, `'Elephant'`],
  ['S8-X44', words, `'主機板通訊異常'`, `'大象'`],
  ['S8-X45', words, `'Customer did not twist the capsule'`, `'Elephant'`],
  ['S8-X04', 'apps/web/src/lib/client.ts', `notify('error', error.message,`, `notify('error', error.name,`],
  ['S8-X46', 'packages/contract/src/presence/words.ts', `  gashapon: gashaponFailureWords,\n`, ''],
  ['S8-X06', 'apps/web/src/features/account/login-page.tsx', `      {refusal}\n`, `      {message}\n`],
  [
    'S8-X09',
    'apps/web/src/features/account/change-operation-password.tsx',
    `        else notify('success', t('saved'))\n`,
    '',
  ],
  [
    'S8-X11',
    'apps/server/src/modules/account/password-service.ts',
    `if (!main || !(await isCode(deps, now, 'reset', { phone }, input.code))) throw new AppError('codeWrong')`,
    `if (!main || !(await isCode(deps, now, 'reset', { phone }, input.code))) throw new AppError('conflict')`,
  ],
]
