/** Test texts in languages of South and East Asia, in the form of `english.fixture.ts`. */
export const asian = {
  names: {
    honest: `
      王小明
      妈妈的宝贝
      操场上的风
      日向
      草津
      山田太郎
      パチンコ太郎
      さくら
      ガイジンの友達
      김민수
      박지성
      สมชาย ใจดี
      न्यूटन
      अनीता शर्मा
      রবীন্দ্রনাথ
      Nguyễn Văn Dũng
      Niki Lauda
      Putri Ayu
      Randi Jensen
    `,
    hostile: `
      傻逼 → **
      傻 逼 啊 → * * 啊
      操你妈 → **妈
      王八蛋 → ***
      黑鬼 → Anonymous
      死基佬 → Anonymous
      支那人 → Anonymous
      まんこ → ***
      クソ野郎 → ****
      死ね → Anonymous
      チョン公 → Anonymous
      씨발 → **
      씨 발 놈 → * * 놈
      개새끼 → ***
      병신 → **
      짱깨 → Anonymous
      쪽바리 → Anonymous
      ควย → ***
      เหี้ย → *****
      चूतिया → ******
      मादरचोद → *******
      madarch0d → *********
      bh3nchod → ********
      kontol → ******
      putangina → *********
      ngentot → *******
    `,
  },
  messages: {
    honest: `
      谢谢你的直播
      妈妈的爱最伟大
      我操作很好
      干得漂亮
      去死亡谷旅行
      今日も配信ありがとう
      おいしいね
      楽しいしね
      土人形を作った
      ロマンコメディが好き
      안녕하세요, 잘 보고 있어요
      시발점이 되었다
      보지 마세요
      새끼 고양이 귀여워
      สวัสดีครับ
      แม่งานวันนี้
      बहुत बढ़िया
      धन्यवाद भाई
      saya suka sekali
      Terima kasih banyak
      salamat po
      cảm ơn bạn nhiều
      சிறப்பு
      ধন্যবাদ
    `,
    hostile: `
      他妈的 → ***
      他 妈 的 → * * *
      干你娘 → ***
      去死吧 → null
      自杀吧 → null
      访问 evil.cn 领奖 → 访问 [link] 领奖
      例子.中国 → [link]
      このビッチ → この***
      自殺しろ → null
      今すぐ evil。jp へ → 今すぐ [link] へ
      아 씨발 진짜 → 아 ** 진짜
      ㅅㅂ 뭐야 → ** 뭐야
      자살해 → null
      사기.com → [link]
      ไปตายซะ → null
      ไอ้สัตว์ → ********
      बहनचोद साले → ****** साले
      teri maa ki → **** *** **
      bunuh diri aja → null
      anjir bangsat → anjir *******
      putang ina mo → ****** *** mo
      ulol ka → **** ka
    `,
  },
}
