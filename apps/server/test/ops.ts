import { vi } from 'vitest'

import { runOps } from '../bin/ops-commands.ts'
import type { TestApp } from './app.ts'

/** The operator's command line on the app of a test: runs a command and returns what it printed. */
export const opsOf =
  ({ deps }: TestApp) =>
  async (...args: string[]): Promise<string> => {
    const lines: string[] = []
    vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
    try {
      await runOps(args, async () => ({ deps, close: async () => {} }))
      return lines.join('\n')
    } finally {
      vi.restoreAllMocks()
    }
  }
