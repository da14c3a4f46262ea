export { replacedPrices } from './goods-change-queries.ts'
export { goodsExport } from './export-service.ts'
export {
  findAlike,
  findMany as goodsByIds,
  goodsNamed,
  type GoodsRow,
  goodsTitlesOf,
  hasGoods,
  holdGoods,
  searchGoods,
  seesGoods,
} from './goods-queries.ts'
export { pictureReplaced } from './goods-service.ts'
export { goodsImport } from './import-service.ts'
export { firstPictures, forgetPictures, goodsShowing } from './picture-queries.ts'
export { readUpload } from './read-upload.ts'
export {
  amountNames,
  cellOf,
  centsOf,
  findColumns,
  isSheetError,
  otherCodeHeaders,
  otherPriceHeaders,
  textOf,
} from './sheet-cells.ts'
export { sweep } from './sweep-service.ts'
