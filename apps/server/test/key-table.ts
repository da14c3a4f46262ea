/**
 * The calls that a key of a merchant's system may make, written by hand from decision 0035. A new call belongs here, or to
 * people: the test fails until it is decided.
 */
const domains: Record<string, string> = {
  regions: `getArea getAllArea addArea editArea delArea restoreArea getStore getAllStore addStore editStore delStore
    restoreStore exportRegions`,
  machines: 'bindDev previewReplace',
  devices: 'getDev getAllDevice editDev editDevs getDevCounts exportDev',
  slots: `getDevChannel setChannelInfo putDownGoods setQuantity copyChannels getGoodsSlots setGoodsSlots undoGoodsSlots
    getListPriceSlots applyListPrices previewSlotImport getSlotImportRows applySlotImport getSlotImportUndo getResetC exportDevChannel`,
  refills: `getRefillList setRefillRoute refillDevices undoRefill exportRefillList getRefillMachine sendRefillVisit`,
  commands: 'getCommand',
  thresholds: 'getThresholds setThreshold',
  alerts: 'getAlerts takeAlert doneAlert exportAlerts',
  history: 'getDevHistory getDevTemperature getDevSlips exportDevHistory',
  bills: 'getBuyBill getBuyBillTotal getBill exportBuyBill',
  payments: 'getPayBill exportPayBill',
  funds: 'getSettle getSettleDetail getSettleLines exportSettle',
  sites: 'getSites getSite exportSites',
  overview: 'overview detail getAttention getBeginnings',
  statistics: `area store device goods getGoodsChannels getSalesTrend exportAreaSales exportStoreSales exportDeviceSales
    exportGoodsSales`,
  reports: 'report getReports delReport getReportPlans addReportPlan editReportPlan delReportPlan',
  media: 'getImg uploadImg editImg delImg restoreImg',
  goods: `getGoods getAllGoods getGoodsTags addPrivate editPrivate delPrivate restorePrivate editManyGoods delManyGoods
    undoGoods exportGoods previewImport getImportRows chooseImport applyImport`,
  integrations: 'getEvents',
  jobs: 'getJobs getJob getFileLink',
}

export const openToKeys: ReadonlySet<string> = new Set(
  Object.entries(domains).flatMap(([domain, names]) => names.split(/\s+/).map((name) => `${domain}.${name}`)),
)
