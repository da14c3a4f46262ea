import { DeviceList as ListOfDevices } from '../../features/devices/list/device-list.tsx'
import { lazyDialog } from '../../lib/lazy.ts'

const SlotExport = lazyDialog(async () => (await import('../../features/slots/slot-export.tsx')).SlotExport)

export const DeviceList = () => <ListOfDevices SlotExport={SlotExport} />
