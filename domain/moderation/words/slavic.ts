/** Listed words in Russian, Ukrainian, Bulgarian, Polish, Czech, Slovak, Serbian and Croatian. `index.ts` defines the levels. */
export const slavic = {
  severe: `
    пидор*, пидар*, педик, педики, пидр*, педераст*, хохол, хохлы, хохлов, хохлу, хач, хачи, хачей, чурка, чурки, чурок,
    черножоп*, жид, жиды, жидов, жидовск*, жидяр*, нигер, нигеры, ниггер*, узкоглаз*, кацап, кацапы, москаль, москали, москалей,
    гомик*, убей себя, убейся, сдохни, сдохните, повесься, выпились, умри тварь, подіхни, здохни, підор*, підар*, 
    циганин мръсен, самоубий се, pidor*, pidar*, pidoras*,
    ciota, jebany pedał, ty pedale, cioty, czarnuch*, ciapaty, ciapaci, ciapak*, zabij się, powieś się, zdechnij, jebać żydów, żydzie, gudłaj*,
    buzerant*, buzna, cigoš*, zabij se, oběs se, teplouš*, negři, ubij se, peder, pederi, pederčina*, šiptar*, cigančin*
  `,
  strong: `
    хуй, хуйн*, хуйло*, хуёв*, хуе*, хуи, хуя, хую, хуяр*, нахуй*, нахуя, похуй*, похую, нихуя*, дохуя, охуе*, охуит*, ахуе*,
    захуяр*, *пизд*, бляд*, блять, бля, еба*, ебу*, ебл*, еби*, ебёт, ебет, ебн*, ёб, ёбан*, заеб*, наеб*, выеб*, уеб*, поеб*,
    отъеб*, съеб*, разъеб*, долбоеб*, долбоёб*, сука, суки, суке, суку, сучка*, сучки, сучар*, мудак*, мудил*, мудозвон*, гандон*,
    говно*, говн*, жопа, жопу, жопе, жопой, дерьмо, дерьма, залуп*, манда, мандавош*, шлюха, шлюхи, шлюху, шлюх, срать, срал*,
    насрать, ссать, дрочи*, дрочер*, курва, їбат*, йоб*, заїб*, довбойоб*, хуєв*, путка, ебати, майната ти, копеле,
    suka blyat, suka bljad, cyka, cyka blyat, blyat, blyad*, bljad, pizdec*, nahuy, nahui, naxuy, nahuj, mudak, eblan, dolboeb*,
    kurw*, wkurw*, chuj*, huj, jebać, jebany, jebana, jebane, jebanego, jebie, jebię, jebał, jebnięt*, pierdol*, spierdal*,
    wypierdal*, opierdal*, pizda, pizdy, pizdo, skurwysyn*, skurwiel*, dziwka, dziwki, dziwko, cipa, cipka, dupek, gówno, gówna,
    gównian*, kutas*, pojeb*, popierdol*, zjeb, zjeby, zjebany, ruchać,
    kurva*, kurvy, píčus*, píčovina*, do píče, do piče, kokot, kokoti, kokotina*, čurák*, zmrd*, hovno, jebat, zajebany,
    vyjebaný, mrdat*, šoustat, zkurven*, skurven*, píčovin*, jebem, jebi se, jebi ga, jebote, jebo te, kurac, kurcu, pička, pičke, pičku, pičkice,
    u pičku, govno, govna, drkadžij*, mater ti jebem, pizdo materina, kučko, kurvin*
  `,
}
