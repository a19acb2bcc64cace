/**
 * Listed words in Turkish, Greek, Hungarian, Arabic, Hebrew, Persian, Hindi, Bengali, Tamil, Indonesian, Tagalog, Chinese,
 * Japanese, Korean and Thai. `index.ts` defines the levels.
 */
export const other = {
  severe: `
    ibne*, kendini öldür, öldür kendini, zenci piçi, gavur köpeği,
    πουστη*, πουστης, αραπη*, ψοφα, βρωμοεβραι*, buzi, buzik, buzeráns*, büdös cigány, büdös zsidó, mocskos zsidó, öld meg magad,
    dögölj meg,
    لوطي, خنيث, اقتل نفسك, الموت لليهود, عبد اسود, زنجي قذر, כושי, כושים, מוות לערבים, תתאבד, תהרוג את עצמך,
    ערבי מסריח, סמרטוט אנושי, کونی, کاکاسیاه, خودتو بکش, خودکشی کن, برو بمیر, kos kash, koskesh,
    भंगी, चमार, हिजड़ा, हिजड़े, मर जा साले, कटुआ, कटुए, hijda, hijde, katua, katue, mar ja saale, bunuh diri aja, mati aja lu,
    cina babi, cina anjing, banci, bencong, magpakamatay ka, mamatay ka na,
    支那人, 支那狗, 黑鬼, 死基佬, 死人妖, 去死吧, 快去死, 自杀吧, 自殺吧, 滚去死, 小日本鬼子, 死ね, 氏ね, 自殺しろ, 殺すぞ, チョン公, クソチョン, シナ人, ニガー, 土人, 
    ガイジ, キチガイ, 気違い, レイプする, 짱깨, 쪽바리, 쪽발이, 깜둥이, 똥꼬충, 게이새끼, 한남충, 김치녀, 틀딱충, 자살해, 나가 죽어, 장애새끼, 애자새끼, ไปตายซะ, ฆ่าตัวตายซะ
  `,
  strong: `
    amk, amına kodu*, amina koy*, amcık*, siktir*, sikeyim, sikerim, sikik, siktiğim*, orospu*, yarrak*, yarrağı*, götveren*, kahpe*,
    pezevenk*, şerefsiz*, kaltak, ananı sikeyim, gavat*,
    μαλακα*, μαλακια*, γαμω, γαμωτο, γαμησ*, γαμιεσαι, πουτανα*, μουνι*, αρχιδι*, σκατα, καριολη*, gamoto, poutana,
    fasz, faszt, faszom*, faszfej*, geci*, bazmeg, bazdmeg, baszd meg, baszki, picsa*, picsába, picsát, köcsög*, kibaszott*, szarházi*,
    كس امك, كسمك, كس اختك, كسختك, طيز, طيزك, شرموط, شرموطة, شرموطه, شراميط, قحبة, قحبه, قحاب, عاهرة, منيوك, منيوكة, متناك, متناكة,
    نيك امك, انيك, خرا عليك, ابن الكلب, يا كلب, kos omak, kosomak, kosomk, sharmouta, sharmuta, ya kalb, kuss emak,
    זונה, בן זונה, בת זונה, כוס אמק, כוסאמק, שרמוטה, לך תזדיין, תזדיין, תמצוץ, מזדיין, מניאק, מפגר, ben zona, kus emak,
    کسکش, کیر, کیرم, کیری, جنده, مادرجنده, کس ننت, کس ننه, گاییدم, حرومزاده, حرامزاده, خارکسه, مادر جنده, kir to, jende, madar jende,
    चूतिया, चूतिये, मादरचोद, मादरचोत, बहनचोद, भोसडी*, भोसड़ी*, गांडू, गांड, रंडी, लौड़ा, लौड़े, लंड, हरामी, हरामज़ादा, हरामजादा, हरामखोर,
    chutiya*, chutiye*, madarchod*, maderchod*, bhenchod*, behenchod*, benchod*, bhosdike*, bhosdi*, bsdk, gandu, randi ki*, randi ke*, 
    harami, haramzada*, haramkhor*, teri maa ki, bakchod*, খানকি*, মাদারচোদ, চুদি*, চোদা*, புண்டை*, தேவடியா*, ஓத்தா, punda, thevidiya*,
    bangsat*, kontol*, memek, ngentot*, ngewe, jancok*, jancuk*, pukimak*, lonte, asu kowe, bajingan, puki mak,
    putangina*, putang ina*, tang ina, tangina, gago, gagong, ulol, kantot*, pokpok, tarantado*, pakyu, tarantada, punyeta, 
    操你, 他妈的, 他媽的, 你妈的, 你媽的, 妈的, 媽的, 去你妈, 去你媽, 傻逼, 傻屄, 傻B, 煞笔, 草泥马, 王八蛋, 鸡巴, 雞巴, 婊子, 贱人, 賤人, 狗日的, 日你妈, 滚你妈, 干你娘, 幹你娘,
    機掰, 机掰, 肏, 妈逼, 媽逼, 屌你, 仆街, 冚家鏟, 我操, 臥槽, 卧槽, 智障, 脑残, 腦殘, 白痴,
    まんこ, マンコ, ちんこ, チンコ, ちんぽ, チンポ, くそ野郎, クソ野郎, 糞野郎, ヤリマン, やりまん, ファック, ビッチ, セックス, おっぱい, 中出し, フェラチオ, オナニー,
    くたばれ, うんこ野郎, クソガキ, 씨발, 시발, 씨팔, 개새끼, 개색기, 병신, 지랄, 좆, 존나, 니애미, 느금마, 엠창, 미친놈, 미친년, 창녀, 걸레년, 섹스, 썅, ㅅㅂ, ㅂㅅ, ㅈㄹ, 개자식,
    ควย, เหี้ย, สัส, เย็ดแม่, เย็ด, อีดอก, แม่ง, ไอ้เวร, ตอแหล, กระหรี่, ไอ้สัตว์, ส้นตีน, ไอ้ควาย
  `,
}
