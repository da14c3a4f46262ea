import { ScanOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'

import { useLasting } from '../../entities/device/lasting.tsx'
import { useSending } from '../../entities/refill/outbox.ts'
import { type StoredMachine, visitStore } from '../../entities/refill/visit-store.ts'
import { useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { PageSpinner } from '../../ui/plain/spinner.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { RefillVisitScan } from './refill-visit-scan.tsx'
import './refill-visit.css'
import { visitWords } from './visit-words.ts'

/** Without a network: the machines whose slots this phone keeps for the account, in the order of the route. */
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
        {machines.map((stored) => (
          <li key={stored.key}>
            <Machine kept={stored} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Machine({ kept: { machine, keptAt } }: { kept: StoredMachine }) {
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
function useKept(account: string | undefined): StoredMachine[] | undefined {
  const [machines, setMachines] = useState<StoredMachine[]>()
  useEffect(() => {
    let isHere = true
    void keptMachines(account)
      .catch((): StoredMachine[] => [])
      .then((all) => isHere && setMachines(all))
    return () => {
      isHere = false
    }
  }, [account])
  return machines
}

/** Those of the route first, then those that were opened by themselves, the last one first. */
async function keptMachines(account: string | undefined): Promise<StoredMachine[]> {
  if (account === undefined) return []
  const store = await visitStore()
  const route = (await store.get('lists', account))?.route ?? []
  const places = new Map(route.map((sn, place) => [sn, place]))
  const placeOf = ({ machine }: StoredMachine): number => places.get(machine.sn) ?? route.length
  const own = (await store.all('machines')).filter((stored) => stored.account === account)
  return own.toSorted((a, b) => placeOf(a) - placeOf(b) || b.keptAt - a.keptAt)
}
