import { type ComponentType, createElement, type ReactNode, useEffect, useEffectEvent, useState } from 'react'

import { CallError } from './client.ts'
import { createLoader, type Loader, whenAtRest } from './loader.ts'
import { onBackOnline } from './network.ts'
import { notify } from './notices.ts'

/**
 * Components in a chunk of their own. React's `lazy` keeps a failure for ever; these try again when they are wanted
 * again, and never take the page away because the network has gone.
 */
type Load<Props> = () => Promise<ComponentType<Props>>
type Late<Props> = ComponentType<Props> & { prefetch: () => void }

type Meanwhile = {
  waiting: ReactNode
  failed: (error: CallError, retry: () => void) => ReactNode
}

/** A page: in its place stands why it is not there. It comes by itself when the network is back. */
export function latePage<Props extends object>(
  load: Load<Props>,
  { waiting, failed }: Meanwhile,
): Late<Props> {
  const loader = createLoader(load)
  function LatePage(props: Props) {
    const [failure, setFailure] = useState<CallError>()
    const page = useLoaded(loader, props, failure === undefined, setFailure)
    const retry = (): void => setFailure(undefined)
    useEffect(() => onBackOnline(() => setFailure(undefined)), [])
    return page ?? (failure ? failed(failure, retry) : waiting)
  }
  return Object.assign(LatePage, { prefetch: loader.prefetch })
}

/**
 * A dialog or a drawer: what cannot be opened closes again, with a notice, and its button may be pressed once more.
 * It is fetched ahead as soon as the page that may open it has come to rest.
 */
export function lateDialog<Props extends { onClose: () => void }>(load: Load<Props>): ComponentType<Props> {
  const loader = createLoader(load)
  whenAtRest(loader.prefetch)
  return function LateDialog(props: Props) {
    return useLoaded(loader, props, true, (error) => {
      notify('error', error.message)
      props.onClose()
    })
  }
}

/** Undefined until it is there. */
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
