import { CheckCircleFilled, RightOutlined } from '@ant-design/icons'
import { type Access, type Beginnings, mayAccess } from '@slotwise/contract'
import { Link } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { useGrants } from '../../ui/can.tsx'
import { useAnyDevice, useBeginnings } from './api.ts'
import { checklistWords } from './checklist-words.ts'

import './checklist.css'

type Step = {
  key: keyof Beginnings
  title: 'stepStore' | 'stepGoods' | 'stepDevice' | 'stepSlot' | 'stepSale'
  access: Access
  to: string
}

/** For a new merchant, above the empty cards: what comes before the first sale. It is gone with the first sale. */
export function Checklist() {
  const { data } = useBeginnings()
  return data && !data.sale && <Steps done={data} />
}

function Steps({ done }: { done: Beginnings }) {
  const t = useT(checklistWords)
  const grants = useGrants()
  const may = (access: Access): boolean => mayAccess(access, grants)
  const sn = useAnyDevice(done.device && !done.slot && may('device.manage'))
  const steps: Step[] = [
    { key: 'store', title: 'stepStore', access: 'store.manage', to: '/region?tab=stores&open=add' },
    { key: 'goods', title: 'stepGoods', access: 'goods.manage', to: '/goods?open=add' },
    { key: 'device', title: 'stepDevice', access: 'device.manage', to: '/device?open=bind' },
    {
      key: 'slot',
      title: 'stepSlot',
      access: 'device.manage',
      to: sn === undefined ? '/device' : `/device/${sn}?tab=slots`,
    },
    { key: 'sale', title: 'stepSale', access: 'order.buyBill', to: '/buyOrder' },
  ]
  // An account that may do none of this needs no list of it.
  const own = steps.filter(({ access }) => may(access))
  if (own.length === 0) return null
  const next = own.find(({ key }) => !done[key])
  const count = own.filter(({ key }) => done[key]).length
  return (
    <section className="sw-card sw-checklist" aria-labelledby="checklist-title">
      <header>
        <h2 id="checklist-title">{t('begin')}</h2>
        <span className="sw-figures">{t('progress', { done: count, total: own.length })}</span>
      </header>
      <p>{t('beginHint')}</p>
      <ol>
        {own.map(({ key, title, to }, index) => (
          <li key={key} {...(next?.key === key ? { 'aria-current': 'step' } : {})}>
            {done[key] ? (
              <div className="sw-step is-done">
                <CheckCircleFilled aria-hidden="true" />
                <StepText title={t(title)} hint={t('stepDone')} />
              </div>
            ) : (
              <Link className="sw-step" to={to}>
                <i aria-hidden="true">{index + 1}</i>
                <StepText title={t(title)} hint={t(`${title}Hint`)} />
                <RightOutlined aria-hidden="true" />
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

const StepText = ({ title, hint }: { title: string; hint: string }) => (
  <span>
    <strong>{title}</strong>
    <small>{hint}</small>
  </span>
)
