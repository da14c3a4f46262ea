import type { Break } from './break.ts'

export const section1: readonly Break[] = [
  [
    'S1-G14',
    'packages/contract/src/kernel/money.ts',
    `locale === 'en-US' ? '' : symbols[currency]`,
    'symbols[currency]',
  ],
  [
    'S1-G08',
    'apps/web/src/features/account/branding.ts',
    'const agent = useTakenOver() ? rememberedAgent() : undefined',
    `const agent = useTakenOver() && location.pathname === '/login' ? rememberedAgent() : undefined`,
  ],
]
