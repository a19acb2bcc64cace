/** Test texts in Arabic, Hebrew and Persian, and also in Turkish and Greek, in the form of `english.fixture.ts`. */
export const rightToLeft = {
  names: {
    honest: `
      محمد
      عبد الله
      فاطمة الزهراء
      مُحَمَّد
      יוסף כהן
      שרה
      אבי לוי
      علی‌رضا
      زهرا
      Amina
      Ananias
      Şule Göktürk
      Işıl
      İbrahim
      Γιώργος
      Ελένη Παπαδοπούλου
      Μάγος
    `,
    hostile: `
      شرموطة → ******
      ش ر م و ط ة → * * * * * *
      قحبة → ****
      كسمك → ****
      لوطي → Anonymous
      בן זונה → ** ****
      שרמוטה → ******
      כושי → Anonymous
      کسکش → ****
      جنده → ****
      کونی → Anonymous
      Orospu Çocuğu → ****** Çocuğu
      0rospu → ******
      Siktir → ******
      İbne → Anonymous
      Μαλάκας → *******
      Πούστης → Anonymous
      \u202eevil → evil
      \u2067abc → abc
      \u200f\u200f → Anonymous
      \u2800\u2800 → Anonymous
      \u0301\u0301\u0301 → Anonymous
    `,
  },
  messages: {
    honest: `
      شكرا على البث
      أحبك كثيرا يا صديقي
      يا عبد الله أهلا
      كل عام وأنتم بخير
      هر کس که آمد خوش آمد
      می‌خواهم بازی کنم
      תודה רבה על השידור
      שבת שלום לכולם
      מה קורה אחי
      Teşekkürler kardeşim
      Göt ile got aynı değil mi
      I am here, got it, oc fan art
      Çok güzel yayın
      Ευχαριστώ πολύ
      Πρόσκληση γάμων
      Καλή επιτυχία
    `,
    hostile: `
      كس امك → ** ***
      يا ابن الكلب → يا *** *****
      اقتل نفسك → null
      الموت لليهود → null
      ادخل موقع.com الان → ادخل [link] الان
      כוס אמק → *** ***
      לך תזדיין → ** ******
      מוות לערבים → null
      תתאבד → null
      evil.co.il כנסו → [link] כנסו
      خودتو بکش → null
      amk → ***
      a m k → * * *
      amına koyim → ***** *****
      kendini öldür → null
      kötü-site.com.tr → [link]
      γαμώτο → ******
      γαμήσου → *******
      kosomak → *******
    `,
  },
}
