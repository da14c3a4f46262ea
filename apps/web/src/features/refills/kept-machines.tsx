import { ScanOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'

import { useLasting } from '../../entities/device/lasting.tsx'
import { useSending } from '../../entities/refill/outbox.ts'
import { type KeptMachine, visitStore } from '../../entities/refill/visit-store.ts'
import { useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { PageSpinner } from '../../ui/plain/spinner.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { RefillVisitScan } from './refill-visit-scan.tsx'
import './refill-visit.css'
import { visitWords } from './visit-words.ts'

/** Without a network: the machines whose slots this phone keeps for the account, those read last first. */
export function KeptMachines() {
  const t = useT(visitWords)
  const navigate = useNavigate()
  const account = useSession()?.account
  const [isScanning, setScanning] = useState(false)
  const machines = useKept(account)
  useSending()
  if (!machines) return <PageSpinner />
  if (machines.length === 0) return <EmptyState title={t('keptNone')} hint={t('keptNoneHint')} />
  return (
    <section className="sw-visit" aria-labelledby="page-title">
      <header className="sw-visit-head">
        <div className="sw-visit-wide">
          <h1 id="page-title">{t('keptTitle')}</h1>
          <p>{t('keptHint')}</p>
        </div>
        <Button icon={<ScanOutlined aria-hidden="true" />} onClick={() => setScanning(true)}>
          {t('scan')}
        </Button>
      </header>
      {isScanning && (
        <RefillVisitScan
          onFound={(found) => void navigate(`/refill/${found}`)}
          onClose={() => setScanning(false)}
        />
      )}
      <ul className="sw-visit-slots">
        {machines.map((kept) => (
          <li key={kept.key}>
            <Machine kept={kept} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Machine({ kept: { machine, keptAt } }: { kept: KeptMachine }) {
  const t = useT(visitWords)
  const age = useLasting(new Date(keptAt).toISOString())
  const { sn, title, store } = machine
  return (
    <Link className="sw-visit-kept" to={`/refill/${sn}`}>
      <strong>{title || sn}</strong>
      <small>{[store, title && sn, t('readAgo', { age })].filter(Boolean).join(' · ')}</small>
    </Link>
  )
}

/** Undefined until the phone's store was read. */
function useKept(account: string | undefined): KeptMachine[] | undefined {
  const [machines, setMachines] = useState<KeptMachine[]>()
  useEffect(() => {
    let isHere = true
    void visitStore()
      .then((store) => store.all('machines'))
      .catch((): KeptMachine[] => [])
      .then((all) => {
        const own = all.filter((kept) => kept.account === account)
        if (isHere) setMachines(own.toSorted((a, b) => b.keptAt - a.keptAt))
      })
    return () => {
      isHere = false
    }
  }, [account])
  return machines
}
