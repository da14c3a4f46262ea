export { goodsExporter } from './export-service.ts'
export { sweepGoods } from './sweep-service.ts'
export { goodsImport } from './import-service.ts'
