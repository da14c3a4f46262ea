export { searchCards } from './card-queries.ts'
export { membersExport } from './export-service.ts'
export { givePointsBack, holdCards, payByCard } from './point-service.ts'
