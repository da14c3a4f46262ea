import type { ListView } from '@slotwise/contract'

/** The view that saving under this name replaces: names are unique among the views of one account. */
export const replacedBy = (views: readonly ListView[], name: string): ListView | undefined =>
  views.find((view) => view.owner === null && view.name === name)

type Saving = {
  replaced: Pick<ListView, 'shared'> | undefined
  /** What the user chose; undefined until then. */
  share: boolean | undefined
  mayShare: boolean
}

/** Whether staff see the view once it is saved. A view that is replaced stays as it was, unless the user says otherwise. */
export const isSharedThen = ({ replaced, share, mayShare }: Saving): boolean =>
  mayShare && (share ?? replaced?.shared ?? false)
