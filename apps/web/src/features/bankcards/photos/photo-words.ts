import { words } from '@slotwise/contract'

/** Texts of the five photos. */
export const photoWords = words({
  intro: [
    '请横向拍摄，四角完整、文字清晰、没有反光。支持 JPG 和 PNG，每张不超过 3 MB，过大的照片会自动压缩。',
    '請橫向拍攝，四角完整、文字清晰、沒有反光。支援 JPG 和 PNG，每張不超過 3 MB，過大的照片會自動壓縮。',
    'Hold the phone sideways, with all four corners visible, sharp text and no glare. JPG or PNG, at most 3 MB each; larger photos are compressed automatically.',
  ],
  hint_id_card_z: ['有头像的一面', '有頭像的一面', 'The side with the portrait'],
  hint_id_card_f: ['有有效期的一面', '有有效期的一面', 'The side with the validity dates'],
  hint_bank_z: [
    '有卡号的一面，卡号清晰可见',
    '有卡號的一面，卡號清晰可見',
    'The side with the card number, clearly legible',
  ],
  hint_bank_f: ['有签名条的一面', '有簽名條的一面', 'The side with the signature strip'],
  hint_hold_id_card: [
    '开户人手持证件，面部和证件都清晰可见',
    '開戶人手持證件，面部和證件都清晰可見',
    'The account holder holding the ID, with face and ID clearly visible',
  ],
  take: ['拍照', '拍照', 'Take photo'],
  choose: ['选择照片', '選擇照片', 'Choose photo'],
  fromFiles: ['从相册选择', '從相簿選擇', 'Choose from photos'],
  takeAnother: ['重拍', '重拍', 'Retake'],
  replace: ['更换', '更換', 'Replace'],
  turn: ['旋转为横向', '旋轉為橫向', 'Rotate to landscape'],
  notLandscape: [
    '照片是竖向的，请横向拍摄，或旋转后上传。',
    '照片是直向的，請橫向拍攝，或旋轉後上傳。',
    'The photo is in portrait format. Retake it in landscape, or rotate it.',
  ],
  checking: ['正在检查…', '正在檢查…', 'Checking…'],
  uploaded: ['已上传', '已上傳', 'Uploaded'],
  kept: ['沿用之前的照片', '沿用之前的照片', 'The earlier photo is kept'],
  missing: ['请上传这张照片', '請上傳這張照片', 'Upload this photo'],
  waitForUploads: [
    '照片还在上传，请稍候。',
    '照片還在上傳，請稍候。',
    'Photos are still being uploaded. Please wait.',
  ],
  progress: ['已上传 {done} / {all}', '已上傳 {done} / {all}', '{done} of {all} uploaded'],
})
