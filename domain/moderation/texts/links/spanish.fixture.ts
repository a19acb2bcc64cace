/** Spanish messages that lack a space after a full stop or name a file, and hostile ones that advertise a host. */
export const spanish = {
  honest: `
    Gran directo.me encantó
    Gracias.es muy divertido
    Hola Mira.la taza es preciosa
    Qué risa.no puedo más
    Feliz cumpleaños.de parte de todos
    Buenas noches.me voy a dormir
    Estoy aquí.es mi primera vez
    Me alegro.se nota el trabajo
    Muy bien.la próxima será mejor
    Saludos desde Lima.de corazón
    Qué bonito.es de barro
    Vamos.no te rindas
    Llegué tarde.se me olvidó la hora
    Te quiero.me haces reír
    Suerte.la vas a necesitar
    Lo logramos.es increíble
    Gracias.Es un placer
    Gracias.Me gustó mucho
    Genial.La taza azul es mía
    Hola.No conocía el canal
    Buenas.Se oye muy bien
    Felicidades.De verdad
    Adiós.As siempre en la manga
    Buen trabajo.In crescendo
    Ya está.Si quieres lo repito
    Vuelvo mañana.Mi perro espera
    Qué pena.Mi gato no lo vio
    Otra ronda.A ver
    Ronda 4.es la buena
    Ganaste.eres la mejor
    Muy lindo.mi hija quiere una taza
    Un abrazo.mi familia te ve siempre
    Gracias Mira.eres un sol
    Aquí en Madrid.Madrid te quiere
    Soy de Cataluña.Barcelona te saluda
    Me duermo.Vale la pena
    Mi error está en main.rs creo
    El archivo viaje.mov pesa mucho
    Te mando fotos.zip mañana
    Lee el readme.md primero
    Ejecuta prueba.sh y listo
    Mi juego.py no funciona
    Lo dejo.no tengo tiempo
    Buena música.me relaja
    Espera.se cayó el vaso
    Todo bien.la cámara también
    Feliz año.de los mejores
    Increíble.lo vi dos veces
    Eso es.la paciencia gana
    Casi lloro.es tan bonito
    ¡Qué susto.me caí de la silla!
    Tranquila.no pasa nada
    Desde Chile.se te quiere
    Nos vemos.el viernes vuelvo
    GRACIAS.ES GENIAL
    Primera propina.no será la última
    Vaya noche.Live es mejor
    Qué arte.Art pop del bueno
    Lindo color.Pink es mi favorito
    Tengo hambre.Pizza hoy
    Buen viaje.Casa te espera
    Me encanta.Moda y barro
    Sin palabras.Wow
    Qué bueno.lol me parto
    Voy al bar.Bar de siempre
    Llueve mucho.no salgo
    Es tarde.me quedo igual
    Una pregunta.es difícil el torno
    Segunda vez aquí.la primera fue en mayo
    Vamos equipo.Team dragón gana
    Lo siento.No pude venir ayer
    Bravo.Es arte puro
    Te sigo hace años.De todo corazón gracias
    Saludos a todos.La Paz presente
    Mi madre mira.Se ríe mucho
    Pausa.Café y vuelvo
    Hecho.me toca a mí
    Ojalá.so far so good
    Lo mejor.de lejos
    Adelante.no pares
  `,
  hostile: `
    malo.live
    malo.es
    visita malo.es hoy
    entra en malo.me ahora mismo
    tienda-mala.es tiene de todo
    gratis bits en regalo.la para todos
    seguidores baratos en fama.me hoy
    compra oro en barato.es ya
    mi web es mia.la
    mi página es mia.me
    ve a estafa.no ahora
    estafa.com es lo mejor
    Estafa.Com es lo mejor
    estafa.net es lo mejor
    estafa.mx es lo mejor
    estafa.tv es lo mejor
    estafa.store es lo mejor
    estafa.online es lo mejor
    estafa.xyz es lo mejor
    casino88.es paga ya
    apuesta.bet paga ya
    gana dinero en ruleta.la hoy
    chicas calientes en fotos.live te esperan
    www.malo.es
    malo.es/regalo
    https://malo.me es bueno
    yo@malo.es
    skins-gratis.me tiene cuchillos
    nitro gratis con premio.so para ti
    haz clic en premio.es ahora
    Visita Malo.Es hoy
    descarga gratis virus.zip aquí
    malo.shop
    malo.club tiene fotos
    malo.co es mío
  `,
}
