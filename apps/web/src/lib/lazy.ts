import { type ComponentType, createElement, type ReactNode, useEffect, useEffectEvent, useState } from 'react'

import { CallError } from './client.ts'
import { createLoader, type Loader, whenAtRest } from './loader.ts'
import { triesWhenBack } from './network.ts'
import { notify } from './notices.ts'

/**
 * Components in a chunk of their own. React's `lazy` keeps a failure for ever; these retry the next time they are
 * rendered, and a lost network never replaces the page.
 */
type Load<Props> = () => Promise<ComponentType<Props>>
type Lazy<Props> = ComponentType<Props> & { prefetch: () => void }

type Meanwhile = {
  waiting: ReactNode
  failed: (error: CallError, retry: () => void) => ReactNode
  /** The page is kept for work without a network. */
  worksOffline?: boolean
}

/**
 * A page. While its code is missing, the reason is shown in its place; it retries by itself when the network is back.
 */
export function lazyPage<Props extends object>(
  load: Load<Props>,
  { waiting, failed, worksOffline = false }: Meanwhile,
): Lazy<Props> {
  const loader = createLoader(load, { worksOffline })
  function LazyPage(props: Props) {
    const [failure, setFailure] = useState<CallError>()
    const page = useLoaded(loader, props, failure === undefined, setFailure)
    const retry = (): void => setFailure(undefined)
    useEffect(() => triesWhenBack(() => setFailure(undefined)), [])
    return page ?? (failure ? failed(failure, retry) : waiting)
  }
  return Object.assign(LazyPage, { prefetch: loader.prefetch })
}

/**
 * A dialog or a drawer. When its code cannot be loaded, it closes with a notice, and the user can press its button
 * again. The code is prefetched when the page that may open it is idle.
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: Load<Props>,
  { isKept: worksOffline = false } = {},
): ComponentType<Props> {
  const loader = createLoader(load, { worksOffline })
  whenAtRest(loader.prefetch)
  return function LazyDialog(props: Props) {
    return useLoaded(loader, props, true, (error) => {
      notify('error', error.message)
      props.onClose()
    })
  }
}

/** Undefined until the component's code is loaded. */
function useLoaded<Props extends object>(
  loader: Loader<ComponentType<Props>>,
  props: Props,
  wanted: boolean,
  onFailure: (error: CallError) => void,
): ReactNode {
  const [part, setPart] = useState(loader.loaded)
  const fail = useEffectEvent((error: unknown) => {
    if (!(error instanceof CallError)) throw error
    onFailure(error)
  })
  const isMissing = wanted && part === undefined
  useEffect(() => {
    if (!isMissing) return
    let isHere = true
    loader.want().then(
      (found) => isHere && setPart(() => found),
      (error: unknown) => isHere && fail(error),
    )
    return () => {
      isHere = false
    }
  }, [loader, isMissing])
  return part && createElement(part, props)
}
