export { lockImages } from './image-queries.ts'
export { redrawLogo } from './redraw.ts'
export { readStyle, writeStyle } from './stored-pictures.ts'
export { sweep } from './sweep-service.ts'
