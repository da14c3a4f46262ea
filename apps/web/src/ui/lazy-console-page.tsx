import type { ComponentType } from 'react'

import { lazyPage } from '../lib/lazy.ts'
import { PageSpinner } from './plain/spinner.tsx'
import { ErrorState } from './states.tsx'

/** A page or tab of the console whose code is a chunk of its own, with a spinner while it loads and a retry if it fails. */
export const lazyConsolePage = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options: { worksOffline?: boolean } = {},
) =>
  lazyPage(load, {
    ...options,
    waiting: <PageSpinner />,
    failed: (error, retry) => <ErrorState error={error} onRetry={retry} />,
  })
