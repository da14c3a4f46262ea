import {
  detailOfIds,
  idsOfDetail,
  type Locale,
  permissionGroupWords,
  permissionOfId,
  permissions,
  type PermissionTree,
  permissionWords,
  ruleText,
} from '@slotwise/contract'
import { Checkbox } from 'antd'
import { type Ref, useImperativeHandle, useRef } from 'react'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { usePermissionTree } from './api.ts'
import { staffWords } from './staff-words.ts'
import { choose, grantableIds, isGranted, switchGroup, takeAway, wholeIdOf } from './permission-choice.ts'

type PermissionChoiceProps = {
  'aria-label': string
  id?: string
  /** A comma-separated list of permission ids, as on the wire. */
  value?: string
  onChange?: (detail: string) => void
  'aria-describedby'?: string
  'aria-invalid'?: 'true'
  /** Passed by the form, but not allowed on a group. */
  'aria-required'?: 'true'
  /** The form focuses this when nothing is chosen. */
  ref?: Ref<{ focus: () => void }>
}

type Group = PermissionTree['data'][number]

/** The texts of the tree in the page's language, which may have changed since the server answered. */
const groupTitle = (locale: Locale, { title, items: [first] }: Group): string => {
  const permission = first && permissionOfId(first.id)
  return permission ? permissionGroupWords[locale][permissions[permission].group] : title
}
const itemName = (locale: Locale, { id, name }: Group['items'][number]): string => {
  const permission = permissionOfId(id)
  return permission ? permissionWords[locale][permission] : name
}

/** All permissions of a role, by group; chosen by group or one by one. */
export function PermissionChoice(props: PermissionChoiceProps) {
  const { value = '', onChange, ref, 'aria-required': _, ...rest } = props
  const t = useT(staffWords)
  const { data: tree, error, refetch } = usePermissionTree()
  const frame = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => ({
    focus: () => frame.current?.querySelector('input')?.focus(),
  }))
  if (error && !tree) return <ErrorState error={error} onRetry={() => void refetch()} />
  const grantable = tree ? grantableIds(tree) : new Set<number>()
  const all = tree?.data.flatMap(({ items }) => items) ?? []
  const chosen = idsOfDetail(value)
  const change = (ids: number[]): void => onChange?.(detailOfIds(ids))
  return (
    <div {...rest} ref={frame} role="group" className="sw-permission-tree" aria-busy={!tree}>
      {all.some(({ id }) => !grantable.has(id)) && <p>{t('grantHint')}</p>}
      {tree?.data.map((group) => (
        <GroupChoice key={group.group} {...{ group, chosen, grantable, change }} />
      ))}
    </div>
  )
}

type GroupChoiceProps = {
  group: Group
  chosen: number[]
  grantable: ReadonlySet<number>
  change: (ids: number[]) => void
}

function GroupChoice({ group, chosen, grantable, change }: GroupChoiceProps) {
  const t = useT(staffWords)
  const title = groupTitle(useLocale(), group)
  const on = group.items.filter(({ id }) => isGranted(chosen, id)).length
  return (
    <div className="sw-permission-group">
      <Checkbox
        aria-label={t('wholeGroup', { group: title })}
        checked={on === group.items.length}
        indeterminate={on > 0 && on < group.items.length}
        disabled={!group.items.some(({ id }) => grantable.has(id))}
        onChange={() => change(switchGroup(chosen, group, grantable))}
      >
        {title}
      </Checkbox>
      <div>
        {group.items.map((item) => (
          <Item key={item.id} {...item} grantable={grantable.has(item.id)} {...{ chosen, change }} />
        ))}
      </div>
    </div>
  )
}

type ItemProps = Group['items'][number] & Pick<GroupChoiceProps, 'chosen' | 'change'>

function Item({ chosen, change, ...item }: ItemProps) {
  const { id, grantable } = item
  const t = useT(staffWords)
  const locale = useLocale()
  const whole = wholeIdOf(id)
  // The whole grants its parts: they are shown as chosen, and cannot be taken away alone.
  const isIncluded = whole !== undefined && chosen.includes(whole)
  const why = isIncluded ? t('partIncluded') : grantable ? '' : ruleText(locale, 'cannotGrant')
  return (
    <Checkbox
      {...(whole === undefined ? {} : { className: 'sw-permission-part' })}
      checked={isGranted(chosen, id)}
      disabled={!grantable || isIncluded}
      title={why}
      onChange={({ target }) => change(target.checked ? choose(chosen, id) : takeAway(chosen, id))}
    >
      {itemName(locale, item)}
    </Checkbox>
  )
}
