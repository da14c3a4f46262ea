export { goodsNamed, holdGoods } from './goods-store.ts'
