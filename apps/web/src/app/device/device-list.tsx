import { DeviceList as ListOfDevices } from '../../features/devices/list/device-list.tsx'
import { lazyDialog } from '../../lib/lazy.ts'

const SlotExport = lazyDialog(async () => (await import('../../features/slots/slot-export.tsx')).SlotExport)

const BindDrawer = lazyDialog(
  async () => (await import('../../features/machines/bind-drawer.tsx')).BindDrawer,
)
const SlotImport = lazyDialog(async () => (await import('../../features/slots/slot-import.tsx')).SlotImport)

export const DeviceList = () => (
  <ListOfDevices SlotExport={SlotExport} SlotImport={SlotImport} BindDrawer={BindDrawer} />
)
