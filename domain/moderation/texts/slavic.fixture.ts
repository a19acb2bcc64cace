/** Test texts in Slavic languages, in Cyrillic and Latin script, in the form of `english.fixture.ts`. */
export const slavic = {
  names: {
    honest: `
      Юлия Щукина
      Егор
      Сергей
      Ебрагим
      Психолог
      Художник
      Хулио
      Олександр Шевченко
      Страховка
      Łukasz
      Żaneta
      Jebediah
      Kurt Kurz
      Jiří Dvořák
      Petar Pećinović
      Huáng
    `,
    hostile: `
      Хуй → ***
      Xуй → ***
      Х у й → * * *
      хуууууй → *******
      Пиздец → ******
      П\u200bиздец → ******
      Блядь → *****
      Cукa → ****
      Мудак → *****
      Долбоёб → *******
      Пидор → Anonymous
      Пид0р → Anonymous
      Жиды → Anonymous
      Хохол → Anonymous
      Черножопый → Anonymous
      cyka blyat → **** *****
      Kurwa → *****
      Kurw@ → *****
      K u r w a → * * * * *
      Chuj → ****
      Skurwysyn → *********
      Czarnuch → Anonymous
      Ciapaty → Anonymous
      Čurák → *****
      Kokot → *****
      Buzerant → Anonymous
      Pička → *****
      Peder → Anonymous
    `,
  },
  messages: {
    honest: `
      Спасибо за стрим!
      Подстрахуй меня
      Застрахуй машину
      Не употребляй сахар
      Я тебя люблю
      Потреблять меньше
      Колебания рынка
      Рублей сто хватит
      Мебель и хлеб
      Корабли и рубли
      Точка зрения
      Хорошая игра, команда
      Дякую за ефір
      Благодаря ти
      Dziękuję bardzo
      Dobra robota
      Co się dzieje?
      Pedały gitarowe są super
      Jestem z Kutna
      Díky moc
      To je super hra
      Hvala lijepa
      Piće i hrana
      Suka se udomljava
      Kosa i ebonit
      Ebay i Amazon
    `,
    hostile: `
      иди нахуй → иди *****
      ёб твою мать → ** твою мать
      какого хуя → какого ***
      ну и говно → ну и *****
      сдохни → null
      убей себя → null
      все хачи → null
      зайди на плохой-сайт.рф → зайди на [link]
      evil точка ru → [link]
      вали на evil.ru/x → вали на [link]
      іди на хуй → іди на ***
      майната ти → ******* **
      spierdalaj → **********
      ja pierdolę → ja ********
      jebać to → ***** to
      zabij się → null
      strona.pl/oszustwo → [link]
      do prdele, kurva → do prdele, *****
      zabij se → null
      jebem ti mater → ***** ti mater
      ubij se → null
      pizdec → ******
    `,
  },
}
