import { seesDevices } from '@slotwise/contract'
import { Link } from 'react-router'

import { closesBack } from '../../lib/url-state.ts'
import { useMay } from '../../ui/can.tsx'
import { deviceName } from '../device/device-name.ts'
import '../../ui/two-lines.css'

type SoldAt = { sn: string; dev_title: string; store: string | null; store_name: string | null }

/** The machine of a sale; leads to it. */
export function SoldAtDevice({ sale }: { sale: SoldAt }) {
  const { sn, dev_title: title } = sale
  const mayOpen = useMay(seesDevices)
  const name = deviceName({ sn, title })
  return (
    <span className="sw-two-lines">
      {mayOpen ? (
        <Link className="sw-link" to={`/device/${sn}`}>
          {name}
        </Link>
      ) : (
        name
      )}
      {title !== '' && <small className="sw-figures">{sn}</small>}
    </span>
  )
}

/** The store in which the machine stood; leads to it. */
export function SoldAtStore({ sale }: { sale: SoldAt }) {
  const mayOpen = useMay('store.manage')
  if (sale.store === null || sale.store_name === null) return null
  if (!mayOpen) return sale.store_name
  return (
    <Link className="sw-link" to={`/region?tab=stores&open=${sale.store}`} state={closesBack}>
      {sale.store_name}
    </Link>
  )
}
